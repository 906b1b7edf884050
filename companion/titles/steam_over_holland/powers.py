"""What the privates of Steam over Holland can do, as its ``title.toml`` says it."""

from companion.titles.powers import flag, number

POWERS = {
    "extra_lay": flag,
    "river": number,
    "token": flag,
    "discount": number,
}

"""Powers of the privates of Steam over Holland, as named in its ``title.toml``."""

from companion.titles.powers import flag, number

POWERS = {
    "extra_lay": flag,
    "river": number,
    "token": flag,
    "discount": number,
}

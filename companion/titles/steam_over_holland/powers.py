"""What the privates of Steam over Holland can do, as its ``title.toml`` says it."""

from companion.titles.powers import fields, flag, number, one_of, stop

POWERS = {
    "extra_lay": flag,
    "river": number,
    "bonus": fields(amount=number, stop=stop, where=one_of("anywhere", "end")),
    "token": flag,
    "discount": number,
}

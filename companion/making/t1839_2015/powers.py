"""What the privates of 1839 of 2015 can do, as its ``title.toml`` says it."""

from companion.titles.powers import company, hex_of_map, number, one_of

POWERS = {
    "colour": one_of("yellow", "green", "blue", "brown"),
    "of": company,  # on whose charter it lies from the start
    "for_company": number,  # what it pays a company that owns it, where that is another sum
    "par": number,  # at which it brings the director's certificate of a company that is drawn
    "home": hex_of_map,  # which that company has besides its own
    "percent": number,  # of another company that is drawn
}

"""The words for refusals that all titles share, by code.

The sentences for faults of the board are in :mod:`companion.board.lay_and_route_faults`.
"""

from companion.rules.core.vocabulary import RefusalWords, hard, soft

REFUSALS: dict[str, RefusalWords] = {
    "turn.not_yours": hard("It is {actor:who}'s turn, not {party:who}'s."),
    "turn.not_now": hard("It is now time for {step:step} ({actor:who}), not for that."),
    "turn.over": hard("The game is over."),
    "unknown.id": hard("There is no such {kind:field} in this game."),
    "unknown.named": hard("There is no {kind:field} {id:quoted} in this game."),
    "unknown.sum": hard("{amount:$} is not an amount that can be paid."),
    "private.not_offered": hard(
        "{private:private} is not the private on offer; {private_on_offer:private} is."
    ),
    "private.gone": hard("{private:private} belongs to {owner:who}."),
    "private.cash": hard(
        "{player:who} has {cash:$} free; {private:private} costs {price:$}.", "can't afford"
    ),
    "bid.too_low": soft(
        "{amount:$} is too little for {private:private}: the minimum bid is {minimum:$}."
    ),
    "bid.step": soft("A bid must be a multiple of {step:$}; {amount:$} is not."),
    "bid.on_offer": hard("{private:private} is itself on offer: buy it for {price:$}."),
    "bid.cash": hard(
        "{player:who} has {cash:$} not committed to bids; {amount:$} is too much.", ("can't afford")
    ),
    "bid.not_in": hard("{player:who} is not in the auction for {private:private}."),
    "bid.forced": soft("{private:private} has fallen to nothing: {player:who} must take it."),
    "start.started": hard("{company:who} has been started already."),
    "start.gone": hard("{company:who} is out of the game."),
    "start.percent": hard("{company:who} is started with {percents:or} percent."),
    "start.par": hard("{price:$} is not a par price; par prices are {pars:and}."),
    "start.cash": hard(
        "{player:who} has {cash:$}; starting {company:who} at {price:$} costs {cost:$}.",
        ("can't afford"),
    ),
    "buy.not_started": hard(
        "{company:who} is not started: the {president}'s certificate comes first.", "not started"
    ),
    "buy.none": hard("No share of {company:who} is left in the {source:who}.", "none left"),
    "buy.cash": hard(
        "{player:who} has {cash:$}; {percent}% of {company:who} costs {price:$}.", ("can't afford")
    ),
    "buy.bought": soft(
        "{player:who} has bought in this turn already: one certificate a turn.", "bought one"
    ),
    "buy.sold": soft(
        "{player:who} sold {company:who} in this stock round, and may buy it in the next.",
        "sold it",
    ),
    "buy.holding": soft(
        "{company:who}: {limit} percent is the limit. {player:who} has {percent}.",
        "limit is {limit}",
        limits=("holding",),
    ),
    "buy.certificates": soft(
        "{player:who} has {count} of {limit} certificates.",
        "{count} of {limit} held",
        limits=("certificates",),
    ),
    "buy.over": soft(
        "{player:who} is over a limit and has to sell before buying.",
        "sell first",
        limits=("certificates", "holding"),
    ),
    "sell.first_round": soft("Nothing may be sold in the first stock round.", "not yet"),
    "sell.none": hard("{player:who} has {percent}% of {company:who}, not {requested_percent}%."),
    "sell.unpriced": hard(
        "{company:who} has no price yet: its shares wait for the {president}'s certificate.",
        "no price yet",
    ),
    "sell.pool": soft(
        "The {pool:who} holds {pool_percent}% of {company:who}; {limit}% is the most it takes.",
        "no room",
    ),
    "sell.president": hard(
        "The {president}'s certificate of {company:who} cannot go to the {pool:who}: "
        "nobody else has {president_percent}% to take it over.",
        "{president}",
    ),
    "sell.together": soft(
        "{player:who} has sold {company:who} in this turn: its shares are sold together.",
        "sold already",
    ),
    "sell.step": hard("{percent}% is not a whole number of certificates."),
    "pass.over": soft(
        "{player:who} is over a limit and has to sell first.", limits=("certificates", "holding")
    ),
    "lay.none_left": hard("No tile {tile:tile} is left; all {count} lie on the map: {hexes:and}."),
    "lay.not_in_title": hard("There is no tile {tile:tile} in this game."),
    "lay.reserved": hard("Tile {tile:tile} is reserved for a private."),
    "lay.colour": soft(
        "Tile {tile:tile} is {colour:word}; {allowed:and} may be laid in phase {phase:phase}."
    ),
    "lay.enough": soft("{company:who} has laid all that it may in this turn."),
    "lay.one_replaced": soft("The next tile of {company:who} in this turn must be yellow."),
    "lay.only_upgrades": soft("The next tile of {company:who} in this turn must be an upgrade."),
    "lay.elsewhere": soft(
        "{company:who} has laid a tile on {hex:hex} in this turn: the other tile must go on "
        "another hex."
    ),
    "lay.cost": hard("{hex:hex} costs {cost:$}; {company:who} has {cash:$}."),
    "lay.blocked": soft("{hex:hex} is blocked by {private:private}, which belongs to {owner:who}."),
    "lay.power": soft("{private:private} does not allow that there."),
    "power.occupied": soft("A tile lies on {hex:hex}: {private:private} needs an empty hex."),
    "lay.home": hard("Tile {tile:tile} on {hex:hex} leaves no slot for the home of {company:who}."),
    "power.none": hard("{private:private} has no such power."),
    "power.whole_build": soft(
        "{private:private} is used for all lays of a turn, from the first one."
    ),
    "power.joint": hard(
        "With {private:private}, a tile and a {token} are laid together or not at all."
    ),
    "power.not_owned": hard("{company:who} does not own {private:private}."),
    "power.hexes": hard("{private:private} is for {hexes:or} only."),
    "power.once": soft("{private:private} has been used for that already."),
    "token.none": hard("{company:who} has no {token} left."),
    "token.cost": hard("The {token} costs {cost:$}; {company:who} has {cash:$}."),
    "token.one": soft("{company:who} has placed a {token} in this turn."),
    "token.city": hard("There is no such city on the map."),
    "token.not_there": hard("{company:who} has no {token} in {stop:place}."),
    "token.same": hard("The {token} lies in {stop:place} already."),
    "token.full": hard("No slot is free in {stop:place}."),
    "token.instead": hard("{owner:who} has no {token} in {stop:place} that makes room."),
    "token.hex": soft("{company:who} has a {token} in {hex:hex} already."),
    "token.reserved": hard("The last free slot in {stop:place} is kept for {home_company:who}."),
    "token.unchosen": soft(
        "{home_company:who} has not chosen its home in {stop:place} yet: until then, no "
        "other company places a {token} there."
    ),
    "token.too_late": soft(
        "The {token} of {private:private} must be placed in the turn its tile was laid."
    ),
    "token.unreached": soft("{company:who} cannot reach {stop:place}."),
    "token.home": soft("{stop:place} is not a home of {company:who}."),
    "token.home_twice": hard("{company:who} is at home in {home:hex} already."),
    "token.home_full": hard("All the places left in {home:hex} are kept for homes."),
    "run.lesser": soft("A run of {better_revenue:$} exists. This one earns {difference:$} less."),
    "run.lesser_found": soft(
        "A run of {better_revenue:$} exists, and maybe a better one. This one earns {difference:$}"
        " less than that."
    ),
    "run.not_lesser": hard("This run earns {revenue:$}; {better_revenue:$} is no more than that."),
    "run.train": hard("{company:who} has no {train:train}-train to run."),
    "dividend.kind": hard("That is not a choice here; choose {kinds:or}."),
    "train.not_for_sale": hard(
        "The {train:train}-train is not for sale: it has left the game, is kept aside or may not be"
        " sold. Choose another."
    ),
    "train.not_begun": hard(
        "The {train:train}-train is not for sale before the first {earlier_train:train}-train is"
        " sold."
    ),
    "train.sold_first": hard(
        "The {train:train}-train is not for sale yet: all trains of type "
        "{earlier_types:and} must be sold first."
    ),
    "train.own": hard("{company:who} owns that {train:train}-train already."),
    "train.limit": soft(
        "{company:who} has {count} trains; {limit} is the limit.",
        limits=("trains",),
        cases={
            "old_types": "{company:who} has {count} trains; {limit} is the limit. It may trade in"
            " a {old_types:or} instead."
        },
    ),
    "train.price": soft("A {train:train}-train costs {cost:$}, not {price:$}."),
    "train.least": soft("A train of another company costs {minimum:$} or more."),
    "train.cash": hard("{company:who} has {cash:$}; a {train:train}-train costs {price:$}."),
    "train.trade_in": hard("A {trade_in:train} cannot be traded in for a {train:train}."),
    "train.cheapest": soft(
        "With the {president}'s money only the cheapest train may be bought: {train:train}"
        " for {cost:$}."
    ),
    "train.face": soft(
        "No more than its face value of {maximum:$} may be paid with the {president}'s money."
    ),
    "train.needless": soft(
        "{company:who} and {president:who} could have paid {cash:$} with one share less in "
        "the last sale: a train of another company must now cost more than that."
    ),
    "train.president": hard(
        "{company:who} and {president:who} have {cash:$} together; the train costs {price:$}."
        " Sales must bring {lacking:$} first."
    ),
    "train.needed": soft("{company:who} has a route, so it must buy a train first."),
    "train.always": soft("{company:who} has no train, so it must buy one first."),
    "train.charter": hard("{company:who} has no such charter."),
    "train.not_over": hard("{company:who} is not over its train limit."),
    "train.not_first": soft(
        "{first_company:who} is over its train limit too, and discards a train before "
        "{company:who}: companies do so in operating order.",
        "not first",
    ),
    "forced.not_short": soft("{player:who} needs no more money for {debt:debt}."),
    "forced.too_much": soft("{percent}% of {company:who} is more than {debt:debt} needs."),
    "forced.treasury_first": soft(
        "{company:who} must first sell own shares: {debt:debt} needs {percent}%."
    ),
    "forced.treasury_too_much": soft("{maximum}% of {company:who} is all that {debt:debt} needs."),
    "forced.in_vain": soft(
        "No sale takes place: {price:$} is missing for {debt:debt}, and all sales together"
        " would bring {raisable:$}."
    ),
    "forced.falls_short": soft(
        "After this sale {player:who} could no longer raise the {price:$}. Selling "
        "{percent}% of {company:who} in one sale would be enough."
    ),
    "forced.presidency": soft(
        "The sale would make {successor:who} {president} of {company:who}. A forced sale may not"
        " do that."
    ),
    "forced.no_token": hard("{company:who} has no {token} in {stop:place}."),
    "forced.last_token": soft("{company:who} keeps its last {token} on the map.", "the last one"),
    "forced.no_private": hard("{player:who} does not own {private:private}."),
    "bankrupt.not_short": hard(
        "{player:who} needs no more money for {debt:debt}, and is not bankrupt."
    ),
    "bankrupt.not": hard(
        "{failing:who} is not bankrupt: {price:$} is missing, and sales can bring {raisable:$}."
        " {player:who} must sell first."
    ),
    "private.phase": soft(
        "Companies buy no privates in phase {phase:phase}. Phases that allow it: "
        "{phase:buying_phases}."
    ),
    "private.range": soft("{private:private} costs {minimum:$} to {maximum:$}."),
    "private.not_player": hard("{private:private} belongs to no player."),
    "private.never": soft(
        "No company may buy the private {private:private}: a player keeps it until it closes.",
        cases={
            "closer": "No company may buy the private {private:private}. It closes with the first"
            " train of {closer:who}."
        },
    ),
    "private.treasury": hard("{company:who} has {cash:$}; {private:private} would cost {price:$}."),
}

# Faults of the board that no ruling may overrule.
IMPOSSIBLE = frozenset(
    (
        "no_such_hex",
        "no_such_tile",
        "fixed",
        "stops",
        "no_city",
        "same",
        "no_place",
        "allotted",
        "no_such_train",
        "train_twice",
        "no_such_stop",
        "not_next",
        "no_track",
        "no_link",
        "crossing",
    )
)

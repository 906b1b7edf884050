"""1839: its data and the rules that are its own.

Before the game: ``figures`` (figures of ``title.toml`` that no other title has), ``powers`` (what
it may say of privates), ``drawn`` (the pairing and the cards, from the seed or entered),
``printed`` (the map as it was printed in 2023). ``notes`` is what is noted of the game, and of
rounds of players; ``turns`` of a company's turn.

Players: ``privates`` (§6: their sale, and what one brings its buyer); ``stock`` (§7: a turn and the
round), ``selling`` (a sale of shares, what companies redeem of it, how prices fall),
``starting`` (par, the two homes of a local, its fee when it floats), ``emergency`` (§8.4: the
sources of money, for any debt), ``leaving`` (§9), ``ends`` (§10).

Companies: ``operating`` (what a turn is made of), ``track``, ``tokens``, ``running``,
``dividends``, ``trains``, ``phases`` (what the first train of a rank brings), ``state_railway``
(nationalisation, and locals for privates that have closed). ``table_remarks`` is what screens tell
of all that.
"""

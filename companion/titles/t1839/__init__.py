"""1839: its data and its own rules.

Before the game: ``figures`` has the figures of ``title.toml`` that no other title has. ``powers``
checks the powers of privates. ``drawn`` has the pairing and the cards, from the seed or as entered.
``printed`` is the map as printed in 2023. ``notes`` is the state of the game and of players'
rounds, ``turns`` that of a company's turn.

Players: ``privates`` (§6) has the sale of privates and their benefits for buyers. ``stock`` (§7)
has a turn and the round. ``selling`` has sales of shares, redemption and falling prices.
``starting`` has par, the two homes of a local, and its fee when it floats. ``emergency`` (§8.4) has
the sources of money for any debt. ``leaving`` (§9) and ``ends`` (§10) follow the book.

Companies: ``operating`` lists the steps of a turn. The steps are in ``track``, ``tokens``,
``running``, ``dividends`` and ``trains``. ``phases`` has the effects of the first train of a rank.
``state_railway`` has nationalisation, and locals for closed privates. ``table_remarks`` has the
remarks on screens.
"""

"""1839: its data and its own rules.

Before the game: ``title_figures`` has the figures of ``title.toml`` that no other title has.
``powers`` checks the powers of privates. ``draws`` has the pairing and the cards, from the seed or
as entered. ``data_variants`` has the map as printed in 2023. ``title_state`` is the state of the
game and of players' rounds, ``turn_state`` that of a company's turn.

Players: ``privates`` (§6) has the sale of privates and their benefits for buyers. ``stock`` (§7)
has a turn and the round. ``share_sales`` has sales of shares, redemption and falling prices.
``company_start`` has par, the two homes of a local, and its fee when it floats. ``emergency_money``
(§8.4) has the sources of money for any debt. ``leaving_players`` (§9) and ``game_end`` (§10) follow
the book.

Companies: ``operating`` lists the steps of a turn. The steps are in ``track``, ``tokens``,
``running``, ``dividends`` and ``trains``. ``phases`` has the effects of the first train of a rank.
``state_railway`` has nationalisation, and locals for closed privates. ``screen_remarks`` has the
remarks on screens.
"""

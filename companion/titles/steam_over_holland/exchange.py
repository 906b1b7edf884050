"""Steam over Holland on 18xx.games."""

from companion.titles.dialect import Dialect

DIALECT = Dialect(
    name="Steam Over Holland",
    readings={
        "dividend_at_least": True,
        "phase_at_once": True,
        "any_time": True,
        "forced_sale_keeps_president": True,
        "own_sale_in_vain": True,
        "small_city_routes": True,
        "ledges_at_own_sales": True,
        "own_sales_apart": True,
        "extra_tile_anywhere": True,
        "every_river_paid": True,
        "discards_sold_again": True,
        "started_shares_sold": True,
    },
    variants={"3E": "6"},
    unsold_in_treasury=True,
    par_is_price=True,
    worth_with_privates=True,
    replay_seconds={"soh-fifteen-rounds": 0.15},
)

"""1846 and 1870 as somebody types them who has only their fact sheets: fields and texts."""

from collections.abc import Iterable, Mapping

Fields = dict[str, str]


def _rows(name: str, keys: str, rows: Iterable[str]) -> Fields:
    """Return the fields of a list from rows whose parts are apart by ";"."""
    found: Fields = {}
    for number, row in enumerate(rows):
        for key, text in zip(keys.split(), row.split(";"), strict=False):
            if text.strip():
                found[f"{name}.{number}.{key}"] = text.strip()
    return found


def _by_players(key: str, amounts: Mapping[int, int]) -> Fields:
    return {f"{key}.{players}": str(amount) for players, amount in amounts.items()}


def t1846(market: str) -> Fields:
    """Return the fields of 1846, with its line of prices."""
    return {
        "name": "1846",
        "bank": "9000",
        "must_own": "always",
        **_by_players("cash", {3: 400, 4: 400, 5: 400}),
        **_by_players("certificate_limit", {3: 14, 4: 12, 5: 11}),
        **_rows(
            "companies",
            "symbol name colour token_costs kind",
            (
                "MS; Michigan Southern; #ffc0cb; 0; minor",
                "BIG4; Big 4; #66cdaa; 0; minor",
                "PRR; Pennsylvania; #ff0000; 0 80 80 80 80",
                "NYC; New York Central; #110a0c; 0 80 80 80",
                "B&O; Baltimore & Ohio; #025aaa; 0 80 80 80",
                "C&O; Chesapeake & Ohio; #add8e6; 0 80 80 80",
                "ERIE; Erie; #fff500; 0 80 80 80",
                "GT; Grand Trunk; #f58121; 0 80 80",
                "IC; Illinois Central; #32763f; 0 80 80 80",
            ),
        ),
        **_rows(
            "kinds",
            "name certificates capital floats_at holding_limit pool_limit own_prices",
            ("public; 20 8x10; incremental; 20; 60; 50", "minor; 100; full; 100; 100; 0; 60 40"),
        ),
        "kinds.0.pool_pays": "",
        "kinds.0.holds_own": "1",
        "kinds.1.pool_pays": "",
        "market.rows": market,
        "market.top_goes_right": "1",
        **_rows(
            "trains",
            "name price count phase rusted_by obsolete after side_of",
            (
                "2; 80; 3:7 4:8 5:9; I; III; 1",
                "4; 180; 3:4 4:5 5:6; II; IV; 1",
                "3/5; 160; ; II; IV; 1; ; 4",
                "5; 500; 3:3 4:4 5:5; III",
                "4/6; 450; ; III; ; ; ; 5",
                "6; 800; 9; IV",
                "7/8; 900; ; IV; ; ; ; 6",
            ),
        ),
        **_rows(
            "phases",
            "name train_limit operating_rounds privates_for_companies privates_close",
            ("I; 4; 2; 1", "II; 4; 2; 1", "III; 3; 2; ; 1", "IV; 2; 2"),
        ),
        **_rows(
            "privates",
            "symbol name price revenue powers.presidency",
            (
                "C&WI; Chicago and Western Indiana; 60; 10",
                "MAIL; Mail Contract; 80; 0",
                "TBC; Tunnel Blasting; 60; 20",
                "MPC; Meat Packing; 60; 15",
                "SC; Steamboat; 40; 10",
                "BT; Boomtown; 40; 10",
                "LSL; Lake Shore Line; 40; 15",
                "MC; Michigan Central; 40; 15",
                "O&I; Ohio & Indiana; 40; 15",
                "LM; Little Miami; 40; 15",
                "MSP; Michigan Southern; 140; 0; MS",
                "B4P; Big 4; 100; 0; BIG4",
            ),
        ),
        "opening.kind": "told",
        "stock.first_sales": "1",
        "stock.order": "sell_buy",
        "stock.one_block": "1",
        "stock.sale_fall": "left_of_president",
        "stock.pool_falls": "1",
        "dividends.multiples": "1 2",
        "dividends.less_falls": "1",
        "dividends.stays_from": "50",
        "dividends.half": "moves",
        "private_use.least_percent": "0",
        "private_use.most_percent": "100",
    }


def t1870(market: str) -> Fields:
    """Return the fields of 1870, with its market pasted from the fact sheet."""
    return {
        "name": "1870",
        "bank": "12000",
        **_by_players("cash", {2: 1050, 3: 700, 4: 525, 5: 420, 6: 350, 7: 300}),
        **_by_players("certificate_limit", {2: 28, 3: 20, 4: 16, 5: 13, 6: 11, 7: 9}),
        **_rows(
            "companies",
            "symbol name colour token_costs kind",
            (
                "ATSF; Santa Fe; #7090c9; 0 40 100 100",
                "SSW; Cotton; #111199; 0 40 100",
                "SP; Southern Pacific; #f48221; 0 40 100 100",
                "SLSF; Frisco; #d02020; 0 40 100 100; early",
                "MP; Missouri Pacific; #5b4545; 0 40 100 100",
                "MKT; Katy; #018471; 0 40 100 100",
                "IC; Illinois Central; #b0b030; 0 40 100",
                "GMO; Gulf, Mobile & Ohio; #ff4080; 0 40 100",
                "FW; Fort Worth; #56ad9a; 0 40 100",
                "TP; Texas Pacific; #37383a; 0 40 100",
            ),
        ),
        **_rows(
            "kinds",
            "name certificates capital floats_at holding_limit pool_limit pool_pays initial_pays"
            " holds_own",
            (
                "public; 20 8x10; full; 60; 60; 50; ; 1; 1",
                "early; 20 8x10; full; 20; 60; 50; ; 1; 1",
            ),
        ),
        "kinds.0.pool_pays": "",
        "kinds.1.pool_pays": "",
        "market.rows": market,
        "market.marks": "y yellow, g green, b brown, s par, r red, x closed",
        "zone.yellow": "1",
        "zone.green": "2",
        "zone.brown": "3",
        **_rows(
            "trains",
            "name price count phase rusted_by",
            (
                "2; 80; 7; 1; 3",
                "3; 180; 6; 2; 5",
                "4; 300; 5; 3; 6",
                "5; 450; 4; 4; 8",
                "6; 630; 3; 5",
                "8; 800; 3; 6",
                "10; 950; 2; 7",
                "12; 1100; ; 8",
            ),
        ),
        **_rows(
            "phases",
            "name train_limit operating_rounds privates_for_companies privates_close",
            (
                "1; 4; 1; 1",
                "2; 4; 2; 1",
                "3; 3; 2; 1",
                "4; 2; 3; ; 1",
                "5; 2; 3",
                "6; 2; 3",
                "7; 2; 3",
                "8; 2; 3",
            ),
        ),
        **_rows(
            "privates",
            "symbol name price revenue powers.share powers.presidency powers.closes_with_par",
            (
                "GRSC; Great River Shipping; 20; 5",
                "MRBC; Mississippi River Bridge; 40; 10",
                "SCC; Southern Cattle; 50; 10",
                "GSC; Gulf Shipping; 80; 15",
                "SLSFP; St. Louis-San Francisco; 140; 0; ; SLSF; SLSF",
                "MKTP; Missouri-Kansas-Texas; 160; 20; MKT",
            ),
        ),
        "opening.kind": "told",
        "stock.order": "sell_buy_or_buy_sell",
        "stock.one_block": "1",
        "stock.several_from": "pool",
        "stock.first_trades": "2",
        "stock.trade_is_purchase": "1",
        "dividends.half": "stays",
    }

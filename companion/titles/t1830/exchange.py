"""1830 on 18xx.games."""

from companion.titles.dialect import Dialect

DIALECT = Dialect(
    name="1830",
    rules={
        "optional_6_train": {"third_6_train": True},
        "multiple_brown_from_ipo": {"multiple_brown_from_ipo": True},
    },
    readings={
        "capital_at_float": True,
        "unsold_privates_pay": True,
        "home_when_laid": True,
        "blocked_until_bought": True,
        "privates_any_time": True,
        "exchange_any_time": True,
        "sales_fall_short": True,
    },
    replay_seconds={"1830-bank-breaks": 0.25},
)

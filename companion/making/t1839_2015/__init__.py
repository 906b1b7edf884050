"""1839 of 2015, in the making: its data, what is drawn, the private auction."""

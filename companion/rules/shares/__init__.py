"""Certificates and prices: holdings, markets and kinds of company.

Buying and selling in a stock round belongs in ``stock``.
"""

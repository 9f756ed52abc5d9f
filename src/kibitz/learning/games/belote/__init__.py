"""Training of Belote's bidders: auctions by the thousand on deals whose results are known.

auctions.py   many auctions at once, in arrays: a twin of the auction in the rules
payoffs.py    what a contract is worth, from solved or played points
session.py    what a run needs: its deals, its network, its evaluation
"""

"""Training of Belote's bidders, on deals whose results are known, and of bidders and card players.

auctions.py   many auctions at once, in arrays: a twin of the auction in the rules
payoffs.py    what a contract is worth, from solved or played points
distill.py    what a network does, as a table and a tree; shap_values.py, rewards.py: more studies
session.py    what a run of the recipe bid needs: its deals, its network, its evaluation
canonical.py  observations of card play in canonical suits, in arrays
self_play.py  whole deals by networks: rows for Deep Monte-Carlo
triforge.py   what a run of the recipe triforge needs
"""

"""The contract and what every game needs: no game is known here."""

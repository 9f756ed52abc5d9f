"""Search: playouts today; solvers and searchers to come."""

"""How each game looks. The folder is the registry: `<game>.py` here draws that game.

A drawing has `draw(view, width) -> Text`, and where it wants `arrange(view)`, `tell(view, event)`,
`label(view, action)` and `seat_name(view, seat)`. A game without one is shown by `drawing.py` from
its `view.text()`.
"""

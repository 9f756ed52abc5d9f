"""How each game looks. The folder is the registry: `<game>.py` here draws that game.

A drawing has `draw(view, width) -> Text`, and where it wants `label(view, action)`,
`arrange(view)`, `seat_name(view, seat)`, `tell(view, event)` or, where one event does not say
enough, `story(view)`. A game without a drawing is shown by drawing.py from its `view.text()`.
"""

"""How each game looks. The folder is the registry: `<game>.py` here draws that game.

A drawing has `draw(view, width) -> Text` and, optionally, `label(view, action)`, `arrange(view)`,
`seat_name(view, seat)`, `tell(view, event)` or, if one event is not enough context, `story(view)`.
For a game without a drawing, drawing.py shows `view.text()`.
"""

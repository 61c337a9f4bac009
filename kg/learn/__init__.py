"""Gold -> model and scores; needs the extra `[train]` for training, nothing for scoring."""

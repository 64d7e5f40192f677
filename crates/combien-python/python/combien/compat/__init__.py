"""What other packages offer, answered by Combien: a program changes one import.

Written from the documented behaviour of these packages; nothing is copied from them.
"""

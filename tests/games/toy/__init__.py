"""A game with two buttons' worth of rules: of a heap, one or two are taken in turn; who takes the last wins.

It lives in the tests only, and shows what a game needs to be played at the table: this folder, and a word.
"""

"""Readers: files of many formats, and data held in Python, behind one small interface.

A reader opens a file and gives a `Source`: names, and a `Variable` for each name when it is asked
for. Which reader a file has, its suffix tells (`registry`). A package that only one format needs is
imported by that reader alone.
"""

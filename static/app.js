// Progressive enhancement: every page can be read and used without this file.

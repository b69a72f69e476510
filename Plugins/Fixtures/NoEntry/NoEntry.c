/* Provokes a load failure: the library does not export the entry symbol. */
int oriel_fixture_other_symbol(void);

int oriel_fixture_other_symbol(void) { return 0; }

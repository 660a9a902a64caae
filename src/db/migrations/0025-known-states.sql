-- State cells of a list's file that are no known code, name or abbreviation: they say nothing of
-- calling hours (decision 030). Of lists from before nobody counted them.
ALTER TABLE call_list ADD COLUMN unknown_states integer NOT NULL DEFAULT 0;

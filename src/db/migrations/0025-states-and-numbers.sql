-- State cells of a list's file that are no known code, name or abbreviation: they say nothing of
-- calling hours (decision 030). Of lists from before nobody counted them.
ALTER TABLE call_list ADD COLUMN unknown_states integer NOT NULL DEFAULT 0;

-- Whose numbers of +1 a client may call: ISO 3166, the territories of the United States count as US.
ALTER TABLE client ADD COLUMN countries text[] NOT NULL DEFAULT '{US,CA}';

-- Of the barred ones: no numbers that are called (premium, toll-free, another country's and the like).
ALTER TABLE call_list_count ADD COLUMN barred_number integer NOT NULL DEFAULT 0;

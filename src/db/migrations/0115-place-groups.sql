-- Beside a running older version: safe
-- Its imports leave the column empty, and numbers without it are grouped by their texts, as before.
--
-- Numbers that all rules about places treat alike, as one integer made at import: the funnel counts a
-- million waiting numbers by it instead of making and comparing six texts for each.
ALTER TABLE list_entry ADD COLUMN place_group integer;
COMMENT ON COLUMN list_entry.place_group IS
  'src/domain/place-group.ts: area code, state and zip code, as far as they matter for calling hours.';

-- How people sort names: 2 before 10. Only ORDER BY uses it, never an index: another version of ICU
-- then changes an order, and no index is wrong. A PostgreSQL without ICU sorts as before.
-- Beside a running older version: safe
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
    CREATE COLLATION IF NOT EXISTS name_order (provider = icu, locale = 'und-u-kn-true');
  ELSE
    CREATE COLLATION IF NOT EXISTS name_order FROM "C";
  END IF;
END $$;

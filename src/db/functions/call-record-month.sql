-- Makes the partitions of the month that holds an instant; cheap when they exist.
-- Owner's rights, because attaching needs the owner of the parent.
--
-- CREATE TABLE … PARTITION OF locks call_record against readers and waits for all of them. A table that
-- is made by itself and attached then waits for no reader and no writer
-- (docs/decisions/037-one-client-holds-up-nobody.md).
CREATE OR REPLACE FUNCTION ensure_call_record_month(instant timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first_day date := date_trunc('month', instant AT TIME ZONE 'UTC')::date;
  month_name text := 'call_record_' || to_char(first_day, 'YYYYMM');
BEGIN
  IF to_regclass(month_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('call_record partitions'));
  -- From the catalog itself: to_regclass would return what it cached before the wait.
  PERFORM FROM pg_class WHERE relname = month_name AND relnamespace = 'public'::regnamespace;
  IF FOUND THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE call_record INCLUDING ALL) PARTITION BY HASH (client_id)', month_name);
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
      month_name || '_' || part, month_name, part);
  END LOOP;
  EXECUTE format('ALTER TABLE call_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    month_name, first_day::text || ' 00:00+00', (first_day + interval '1 month')::date::text || ' 00:00+00');
END $$;
GRANT EXECUTE ON FUNCTION ensure_call_record_month(timestamptz) TO carillon_client, carillon_platform;

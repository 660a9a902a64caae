-- Gives the planner its statistics of a list's partition. Claims need none; pages and reports of a fresh
-- list are planned better with them. Once a minute at most: many lists share a partition, and many
-- campaigns start at the same time.
CREATE OR REPLACE FUNCTION refresh_list_statistics(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  partition regclass := to_regclass(
    CASE WHEN list < 1000000000 THEN 'list_entry_shared' ELSE 'list_entry_' || list END);
  newest timestamptz := greatest(pg_stat_get_last_analyze_time(partition),
    pg_stat_get_last_autoanalyze_time(partition));
BEGIN
  IF partition IS NOT NULL AND (newest IS NULL OR newest < clock_timestamp() - interval '1 minute') THEN
    EXECUTE format('ANALYZE %s', partition);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_list_statistics(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_list_statistics(bigint) TO carillon_client;

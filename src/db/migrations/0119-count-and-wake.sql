-- Beside a running older version: safe
-- Its imports name the columns that they copy, and its engines poll as often as before.
--
-- The partition of a large list that is loaded from now on has its columns of fixed width first, so
-- that the numbers of a million waiting entries are counted in half the time. Lists that are there
-- keep their order and stay as fast as they are.
--
-- Engines at rest poll once a second, and are woken by what may start their work: a campaign that
-- is started, stopped or changed, and a list that is loaded. Claims and results change neither row.
-- Functions: list-load 1d24a6f9, notify-engine-work 9e56ed85
CREATE TRIGGER wakes_engines AFTER INSERT OR UPDATE ON campaign
  FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();
CREATE TRIGGER wakes_engines AFTER INSERT OR UPDATE OF status_id ON call_list
  FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();

-- What the platform's clock showed at a real instant: rows keep real instants, and managers read
-- them beside calls and texts, whose instants are the clock's. Equal to `at` where no clock ever ran,
-- and wherever a client uses a real carrier.
CREATE OR REPLACE FUNCTION platform_time(at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$
-- As text: a restore drops the tables before the functions, and a parsed body would depend on one.
SELECT coalesce(
  (SELECT least(
       a.simulated_anchor + (at - a.real_anchor) * a.speed,
       -- While nothing ran, the clock stood.
       (SELECT n.simulated_anchor FROM simulation_anchor n WHERE n.real_anchor > a.real_anchor
        ORDER BY n.real_anchor LIMIT 1))
   FROM simulation_anchor a WHERE a.real_anchor <= at ORDER BY a.real_anchor DESC LIMIT 1),
  -- Before the first anchor that was kept.
  (SELECT a.simulated_anchor - (a.real_anchor - at) FROM simulation_anchor a
   ORDER BY a.real_anchor LIMIT 1),
  at) $$;

-- By a trigger, so that no process that sets the clock can forget it, also not an older one.
CREATE OR REPLACE FUNCTION keep_simulation_anchor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO simulation_anchor (real_anchor, simulated_anchor, speed)
  VALUES (NEW.real_anchor, NEW.simulated_anchor, NEW.speed)
  ON CONFLICT (real_anchor) DO UPDATE
    SET simulated_anchor = excluded.simulated_anchor, speed = excluded.speed;
  RETURN NULL;
END $$;

-- Whoever asked for an agent and has none when the engine dies is counted (docs/decisions/085-governor.md), and who has one is not.
-- Beside a running older version: safe
-- (It notes neither: of its calls, one for which an agent was called counts as abandoned when it dies.)

ALTER TABLE attempt
  -- When the customer asked for an agent and heard that none was free.
  ADD COLUMN asked_at timestamptz,
  -- When customer and agent were connected.
  ADD COLUMN connected_at timestamptz;

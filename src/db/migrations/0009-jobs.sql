-- Background jobs live in the queue's own schema (graphile_worker), which `migrate` makes after
-- these files and which only the owner may touch.

-- Functions: enqueue 7d2c1d8d

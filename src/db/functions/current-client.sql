-- The client that this transaction works for; NULL when none is set.
CREATE OR REPLACE FUNCTION current_client() RETURNS integer
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.client_id', true), '')::integer;

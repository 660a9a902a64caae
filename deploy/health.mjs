/**
 * For HEALTHCHECK: exits with 0 when this container's Carillon is ready, whatever its roles. It asks the
 * address of CARILLON_METRICS. `node health.mjs [address]`
 */
const port = (process.env.CARILLON_METRICS || ':4401').split(':').at(-1);
const address = process.argv[2] ?? `http://127.0.0.1:${port}/health/ready`;

try {
  const response = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  if (!response.ok) {
    throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

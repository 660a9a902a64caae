/**
 * Ends with 0 when the Carillon of this container can work, whatever its roles: for HEALTHCHECK. It asks
 * the address of CARILLON_METRICS. `node health.mjs [address]`
 */
const port = (process.env.CARILLON_METRICS || ':4401').split(':').at(-1);
const address = process.argv[2] ?? `http://127.0.0.1:${port}/health/ready`;

try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${await answer.text()}`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

/**
 * `durable` survives crashes; `throwaway` is for test databases and loses everything on a crash;
 * `loading` is for one that is filled, stopped and only then used: a crash loses it, too.
 */
export type Durability = 'durable' | 'throwaway' | 'loading';

const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
// Marks the server as one that keeps nothing: a start refuses such a server otherwise.
const throwaway = { ...unsafe, 'carillon.throwaway': 'on' };
const durability: Record<Durability, Record<string, string>> = {
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  throwaway,
  // Rows loaded into a new table are then written once, and not to the write-ahead log, too.
  loading: { ...unsafe, wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off' },
};

const MB = 1024 * 1024;
const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * The settings of the embedded server, sized to the machine. jit is off because it costs more than
 * it saves on short statements; the lock table is larger for partitioned tables.
 *
 * @param the most connections that Carillon opens; commands and imports get room on top
 */
export function serverSettings(wanted: Durability, connections = 0): Record<string, string> {
  const memory = Math.floor(totalmem() / MB);
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: String(Math.max(120, connections + 40)),
    shared_buffers: `${clamp(64, Math.floor(memory / 8), 1024)}MB`,
    effective_cache_size: `${clamp(256, Math.floor(memory / 2), 16_384)}MB`,
    work_mem: `${clamp(8, Math.floor(memory / 128), 64)}MB`,
    maintenance_work_mem: `${clamp(64, Math.floor(memory / 16), 512)}MB`,
    max_wal_size: `${clamp(1024, Math.floor(memory / 4), 4096)}MB`,
    max_locks_per_transaction: '256',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // With the SQLSTATE, by which launch.ts recognizes why a start failed.
    log_line_prefix: '%m [%p] %e ',
    dynamic_shared_memory_type: sharedMemoryType(),
    ...durability[wanted],
  };
}

/** Containers often have 64 MB of /dev/shm, too little for parallel queries. */
function sharedMemoryType(): string {
  if (process.platform !== 'linux') return 'posix';
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 256 * MB ? 'posix' : 'mmap';
  } catch {
    return 'mmap';
  }
}

/** As command line arguments: `-c name=value`. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

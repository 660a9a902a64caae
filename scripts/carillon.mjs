#!/usr/bin/env node
/** The `carillon` command; see `carillon --help`. */
import { runCarillon } from './runtime.mjs';

await runCarillon(process.argv.slice(2));

import { useState } from 'react';

/** The data, or what was read last: it stays while other data loads, and when that fails. */
export function useLast<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}

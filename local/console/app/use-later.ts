import { useEffect, useState } from 'react';

/** A value that follows once it has not changed for so many milliseconds: what is being typed is not asked about. */
export function useLater<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}

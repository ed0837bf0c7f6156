/** The files of a data directory, each with a file of locks beside it. */
export const fileNames = {
  log: 'entity-data.log.mdb',
  /** Whose turn it is to make a checkpoint. */
  turn: 'entity-data.checkpoint.mdb',
  base: 'entity-data.mdb',
} as const;

/** Files of the client that the first start made up say so in their names: what is in them must stay as it is read. */

const mark = 'made up ';

export const madeUpName = (name: string): string => `${mark}${name}`;

/** Whether a response's Content-Disposition names such a file. */
export const isMadeUp = (disposition: string): boolean => disposition.includes(`"${mark}`);

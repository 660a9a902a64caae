import readXlsx, { type CellValue } from 'read-excel-file/node';

export interface SheetRead {
  name: string;
  rows: (CellValue | null)[][];
}

/** The sheets of a workbook as another program reads them. */
export async function readSheets(file: Buffer): Promise<SheetRead[]> {
  const sheets = await readXlsx(file);
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data }));
}

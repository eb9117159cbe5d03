#ifndef CQRCODE_H
#define CQRCODE_H

/*
 * A QR code of a text, made by libqrencode where it is installed: its modules row by row into `modules`, 1 for a dark one.
 * Returns how many a row has, or 0 where there is no library, or no room for so many.
 */
int cqr_encode(const char *text, unsigned char *modules, int capacity);

#endif

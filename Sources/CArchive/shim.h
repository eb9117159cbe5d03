// libarchive: reads and writes the zip archives that the journal is exported to.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#ifndef ORIEL_ORIEL_H
#define ORIEL_ORIEL_H

/* The whole C interface of Oriel, version 1. Each header also stands alone. */

#include <oriel/answer.h>
#include <oriel/entry.h>
#include <oriel/ext/attachments.h>
#include <oriel/ext/bundle.h>
#include <oriel/ext/container.h>
#include <oriel/ext/files.h>
#include <oriel/ext/items.h>
#include <oriel/ext/lifecycle.h>
#include <oriel/ext/log.h>
#include <oriel/ext/loop.h>
#include <oriel/ext/memory.h>
#include <oriel/ext/network.h>
#include <oriel/ext/open-url.h>
#include <oriel/ext/preview.h>
#include <oriel/ext/progress.h>
#include <oriel/ext/request.h>
#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>

#endif

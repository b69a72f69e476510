#ifndef ORIEL_CSHIMS_H
#define ORIEL_CSHIMS_H

// C for what Swift cannot say: variadic system calls, fork-side code, control messages.

#include "CShimsBell.h"
#include "CShimsCallYardsticks.h"
#include "CShimsGuard.h"
#include "CShimsInstance.h"
#include "CShimsKernel.h"
#include "CShimsMessage.h"
#include "CShimsNaming.h"
#include "CShimsNetwork.h"
#include "CShimsShared.h"
#include "CShimsSupervisor.h"
#include "CShimsSystem.h"
#include "CShimsTrace.h"
#include "CShimsWatch.h"
#include "CShimsYardsticks.h"

#endif
